-- drizzle-kit cannot rename a table and would have made it anew; this keeps its rows, and its foreign key to users.
ALTER TABLE "account_mails" RENAME TO "outbox_mails";--> statement-breakpoint
ALTER TABLE "outbox_mails" RENAME CONSTRAINT "account_mails_pkey" TO "outbox_mails_pkey";--> statement-breakpoint
ALTER TABLE "outbox_mails" RENAME CONSTRAINT "account_mails_user_id_users_id_fk" TO "outbox_mails_user_id_users_id_fk";--> statement-breakpoint
ALTER INDEX "account_mails_token_hash_key" RENAME TO "outbox_mails_token_hash_key";--> statement-breakpoint
ALTER INDEX "account_mails_user_id" RENAME TO "outbox_mails_user_id";--> statement-breakpoint
ALTER INDEX "account_mails_to_send" RENAME TO "outbox_mails_to_send";--> statement-breakpoint
ALTER INDEX "account_mails_created_at" RENAME TO "outbox_mails_created_at";--> statement-breakpoint
ALTER INDEX "account_mails_reserved" RENAME TO "outbox_mails_reserved";--> statement-breakpoint
ALTER TABLE "outbox_mails" ALTER COLUMN "to_address" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox_mails" ADD COLUMN "subject_id" uuid;--> statement-breakpoint
ALTER TABLE "outbox_mails" ADD COLUMN "dedupe_key" text;--> statement-breakpoint
-- Until now these two had the id of their session or payment, and so came once.
UPDATE "outbox_mails" SET "dedupe_key" = "kind" || ':' || "id" WHERE "kind" IN ('new-device', 'payment-received');--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_mails_dedupe_key" ON "outbox_mails" USING btree ("dedupe_key");--> statement-breakpoint
-- Trusted contacts who were still to be told.
INSERT INTO "outbox_mails" ("id", "kind", "dedupe_key", "user_id", "subject_id", "created_at")
SELECT gen_random_uuid(), 'trusted-contact', 'trusted-contact:' || "id" || ':' || encode(sha256(convert_to("email", 'UTF8')), 'hex'), "user_id", "id", now()
FROM "recipients" WHERE "trusted_contact" AND "trusted_contact_told_at" IS NULL AND "email" IS NOT NULL;--> statement-breakpoint
DROP INDEX "recipients_to_greet";
