CREATE TABLE "backup_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"finished_at" timestamp (3) with time zone NOT NULL,
	"files" integer NOT NULL,
	"faults" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "schedules_due";--> statement-breakpoint
CREATE INDEX "backup_runs_finished_at" ON "backup_runs" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "schedules_due" ON "schedules" USING btree ("due_at","id") WHERE "schedules"."started_at" is null and "schedules"."due_at" is not null;