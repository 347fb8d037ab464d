ALTER TABLE "mailbox_messages" DROP CONSTRAINT "mailbox_messages_message_id_unique";--> statement-breakpoint
ALTER TABLE "delivery_queue" ADD COLUMN "failed_addresses" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "second_email" text;--> statement-breakpoint
CREATE UNIQUE INDEX "mailbox_messages_message_id_to_address" ON "mailbox_messages" USING btree ("message_id","to_address");