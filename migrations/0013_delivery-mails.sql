-- Confirmations and questions that were still to be sent go on from the outbox. A confirmation has the id of its schedule.
INSERT INTO "outbox_mails" ("id", "kind", "user_id", "subject_id", "created_at")
SELECT "id", 'delivered', "user_id", "id", now() FROM "schedules" WHERE "is_delivered" AND "owner_told_at" IS NULL
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "outbox_mails" ("id", "kind", "dedupe_key", "user_id", "subject_id", "details", "valid_until", "created_at")
SELECT gen_random_uuid(), CASE "waiting_reason" WHEN 'outcome_unknown' THEN 'arrival-unknown' ELSE 'address-needed' END,
  'question:' || "id" || ':' || "attempt_count", "user_id", "id", jsonb_build_object('attempt', "attempt_count"::text),
  "owner_to_ask_since" + interval '7 days', "owner_to_ask_since"
FROM "delivery_queue" WHERE "owner_to_ask_since" IS NOT NULL AND "status" = 'waiting';--> statement-breakpoint
DROP INDEX "delivery_queue_owner_to_ask";--> statement-breakpoint
DROP INDEX "schedules_owner_to_tell";--> statement-breakpoint
ALTER TABLE "delivery_queue" DROP COLUMN "owner_to_ask_since";--> statement-breakpoint
ALTER TABLE "schedules" DROP COLUMN "owner_told_at";
