DROP INDEX "outbox_mails_to_send";--> statement-breakpoint
DROP INDEX "outbox_mails_created_at";--> statement-breakpoint
ALTER TABLE "outbox_mails" ADD COLUMN "failed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "outbox_mails" ADD COLUMN "unwanted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "outbox_mails" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox_mails" ADD COLUMN "last_attempt_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "outbox_mails" ADD COLUMN "last_answer" text;--> statement-breakpoint
ALTER TABLE "outbox_mails" ADD COLUMN "sent_to" text;--> statement-breakpoint
CREATE INDEX "outbox_mails_kind" ON "outbox_mails" USING btree ("kind","created_at","id");--> statement-breakpoint
CREATE INDEX "outbox_mails_failed" ON "outbox_mails" USING btree ("created_at","id") WHERE "outbox_mails"."failed_at" is not null;--> statement-breakpoint
CREATE INDEX "outbox_mails_unwanted" ON "outbox_mails" USING btree ("created_at","id") WHERE "outbox_mails"."unwanted_at" is not null;--> statement-breakpoint
CREATE INDEX "outbox_mails_to_send" ON "outbox_mails" USING btree ("created_at") WHERE "outbox_mails"."sent_at" is null and "outbox_mails"."failed_at" is null and "outbox_mails"."unwanted_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_mails_created_at" ON "outbox_mails" USING btree ("created_at","id");
--> statement-breakpoint
UPDATE "outbox_mails" SET "attempts" = 1, "last_attempt_at" = "sent_at" WHERE "sent_at" IS NOT NULL;
