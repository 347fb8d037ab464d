CREATE TABLE "owner_questions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"proof_at" timestamp (3) with time zone,
	"asked_at" timestamp (3) with time zone,
	"asked_with_proof_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
DROP INDEX "death_reports_to_match";--> statement-breakpoint
ALTER TABLE "death_reports" ADD COLUMN "unsettled_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "death_reports" ADD COLUMN "question_id" uuid;--> statement-breakpoint
ALTER TABLE "death_reports" ADD COLUMN "not_before" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "death_reports" ADD COLUMN "answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "owner_questions" ADD CONSTRAINT "owner_questions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "owner_questions_user_id" ON "owner_questions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "owner_questions_one_open" ON "owner_questions" USING btree ("user_id") WHERE "owner_questions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "owner_questions_due" ON "owner_questions" USING btree ("due_at") WHERE "owner_questions"."due_at" is not null;--> statement-breakpoint
ALTER TABLE "death_reports" ADD CONSTRAINT "death_reports_question_id_owner_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."owner_questions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "death_reports_to_settle" ON "death_reports" USING btree ("unsettled_since") WHERE "death_reports"."unsettled_since" is not null;--> statement-breakpoint
CREATE INDEX "death_reports_question_id" ON "death_reports" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "death_reports_to_answer" ON "death_reports" USING btree ("review_due_at") WHERE "death_reports"."state" in ('rejected', 'closed') and "death_reports"."answered_at" is null;--> statement-breakpoint
UPDATE "death_reports" SET "unsettled_since" = "submitted_at" WHERE "submitted_at" is not null and "matched_at" is null;--> statement-breakpoint
UPDATE "death_reports" SET "not_before" = coalesce("objection_ends_at", "proof_received_at", "submitted_at");--> statement-breakpoint
UPDATE "death_reports" SET "answered_at" = coalesce("rejected_at", "stopped_at") WHERE "state" in ('rejected', 'closed');--> statement-breakpoint
UPDATE "outbox_mails" SET "kind" = 'death-report-rejected' WHERE "kind" = 'death-report-closed';--> statement-breakpoint
-- Owners who were asked about a report that still waits have a question open.
INSERT INTO "owner_questions" ("id", "user_id", "opened_at", "proof_at", "asked_at", "asked_with_proof_at")
SELECT gen_random_uuid(), "user_id", min("matched_at"), min("proof_received_at"),
  case when min("proof_received_at") is null then min("matched_at") end, min("proof_received_at")
FROM "death_reports"
WHERE "user_id" is not null and "matched_at" is not null and "state" in ('awaiting_proof', 'in_review', 'objection_window')
GROUP BY "user_id";--> statement-breakpoint
UPDATE "death_reports" SET "question_id" = "owner_questions"."id" FROM "owner_questions"
WHERE "owner_questions"."user_id" = "death_reports"."user_id" and "state" in ('awaiting_proof', 'in_review', 'objection_window');
