CREATE TABLE "installation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"secret_check" text,
	"link_fingerprint" text,
	"kept_orphans" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "installation_one_row_key" ON "installation" USING btree ((true));