ALTER TABLE "delivery_queue" ADD COLUMN "unanswered_mails" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_queue" ADD COLUMN "last_unanswered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "delivery_queue" ADD COLUMN "outcome_unknown_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "delivery_queue" ADD COLUMN "address_changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "delivery_queue" ADD COLUMN "memory_approved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "delivery_queue" ADD COLUMN "memory_withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
-- Until now this was read back from the audit log: an entry with the number of an attempt is a mail that nobody answered.
UPDATE "delivery_queue" d SET
  "unanswered_mails" = (
    SELECT count(*)::int FROM "audit_log" a WHERE a."subject_id" = d."id" AND a."action" = 'delivery.outcome-unknown'
      AND a."details" ? 'attempt' AND a."at" >= d."first_attempt"),
  "last_unanswered_at" = (
    SELECT max(a."at") FROM "audit_log" a WHERE a."subject_id" = d."id" AND a."action" = 'delivery.outcome-unknown'
      AND a."details" ? 'attempt'),
  "outcome_unknown_at" = (
    SELECT max(a."at") FROM "audit_log" a WHERE a."subject_id" = d."id" AND a."action" = 'delivery.outcome-unknown')
WHERE d."status" <> 'delivered' AND d."attempt_count" > 0;--> statement-breakpoint
UPDATE "delivery_queue" d SET "memory_withdrawn_at" = coalesce(d."last_attempt", d."created_at")
FROM "schedules" s WHERE s."id" = d."schedule_id" AND s."memory_id" IS NULL AND d."status" <> 'delivered';
