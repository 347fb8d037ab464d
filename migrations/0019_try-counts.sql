CREATE UNLOGGED TABLE "try_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"tries" integer NOT NULL,
	"window_ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "try_counts_window_ends_at" ON "try_counts" USING btree ("window_ends_at");