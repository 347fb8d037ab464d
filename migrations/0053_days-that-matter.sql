CREATE TABLE "recipient_days" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient_id" uuid NOT NULL,
	"name" text NOT NULL,
	"date" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "owner_relationship" text;--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "birthday" date;--> statement-breakpoint
ALTER TABLE "recipient_days" ADD CONSTRAINT "recipient_days_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recipient_days_recipient_id" ON "recipient_days" USING btree ("recipient_id","id");