ALTER TABLE "outbox_mails" ADD COLUMN "claim_id" uuid;--> statement-breakpoint
ALTER TABLE "outbox_mails" ADD COLUMN "claimed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "outbox_mails" ADD COLUMN "leased_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "outbox_mails" ADD COLUMN "outcome_unknown_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "outbox_mails_claim" ON "outbox_mails" USING btree ("claim_id") WHERE "outbox_mails"."claim_id" is not null;