ALTER TABLE "received_reminders" DROP CONSTRAINT "received_reminders_pkey";--> statement-breakpoint
ALTER TABLE "received_reminders" ADD COLUMN "id" uuid PRIMARY KEY NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "received_reminders_recipient_id_key" ON "received_reminders" USING btree ("recipient_id");
