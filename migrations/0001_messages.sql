ALTER TABLE "delivery_queue" ADD COLUMN "claim_id" uuid;--> statement-breakpoint
ALTER TABLE "delivery_queue" ADD COLUMN "channel" text;--> statement-breakpoint
ALTER TABLE "outbox_mails" ADD COLUMN "channel" text;--> statement-breakpoint
ALTER TABLE "outbox_mails" ADD COLUMN "retrying_seconds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Before there was a channel, a message was told apart by its address.
UPDATE "delivery_queue" d SET "channel" = CASE WHEN s."delivery_method" = 'physical' THEN 'post' WHEN d."sent_to" LIKE '%@%' THEN 'email' ELSE 'text' END FROM "schedules" s WHERE s."id" = d."schedule_id" AND d."sent_to" IS NOT NULL;--> statement-breakpoint
UPDATE "outbox_mails" SET "channel" = CASE WHEN "to_address" LIKE '%@%' THEN 'email' ELSE 'text' END WHERE "to_address" IS NOT NULL;
