CREATE TABLE "audit_checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"started_by" uuid NOT NULL,
	"progress_at" timestamp (3) with time zone NOT NULL,
	"checked" bigint DEFAULT 0 NOT NULL,
	"total" bigint NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"last_entry_id" bigint,
	"last_hash" text,
	"faults" integer DEFAULT 0 NOT NULL,
	"first_fault_id" bigint,
	"first_fault" text
);
--> statement-breakpoint
CREATE INDEX "audit_checks_finished_at" ON "audit_checks" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor","id") WHERE "audit_log"."actor" <> 'system';--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","id") WHERE "audit_log"."action" not in ('schedule.started', 'delivery.delivered');--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING brin ("at") WITH (autosummarize=true);