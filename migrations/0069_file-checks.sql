CREATE TABLE "file_checks" (
	"key" text PRIMARY KEY NOT NULL,
	"sha256" text,
	"last_checked_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone NOT NULL,
	"broken_at" timestamp (3) with time zone,
	"fault" text,
	"mended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "account_exports" ADD COLUMN "broken_files" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "file_checks_next_check_at" ON "file_checks" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "file_checks_last_checked_at" ON "file_checks" USING btree ("last_checked_at");--> statement-breakpoint
CREATE INDEX "file_checks_broken" ON "file_checks" USING btree ("broken_at") WHERE "file_checks"."broken_at" is not null;