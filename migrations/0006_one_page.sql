CREATE TABLE "received_reminders" (
	"recipient_id" uuid PRIMARY KEY NOT NULL,
	"delivery_id" uuid NOT NULL,
	"remind_on" date NOT NULL,
	"remind_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "received_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"delivery_id" uuid NOT NULL,
	"text" text NOT NULL,
	"read_by" text NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "proposed_addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient_id" uuid NOT NULL,
	"email" text,
	"phone" text,
	"mailing_address" text,
	"said_at" text NOT NULL,
	"code_hash" text,
	"tries_left" integer NOT NULL,
	"valid_until" timestamp (3) with time zone,
	"proved_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"outcome" text,
	"in_force_from" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "delivery_queue" ADD COLUMN "disowned_address" text;--> statement-breakpoint
ALTER TABLE "received_devices" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "received_devices" ADD COLUMN "disowned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "tell_more" text DEFAULT 'nothing' NOT NULL;--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "declined_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "disowned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "disowned_address" text;--> statement-breakpoint
ALTER TABLE "received_reminders" ADD CONSTRAINT "received_reminders_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "received_reminders" ADD CONSTRAINT "received_reminders_delivery_id_delivery_queue_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."delivery_queue"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "received_replies" ADD CONSTRAINT "received_replies_delivery_id_delivery_queue_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."delivery_queue"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposed_addresses" ADD CONSTRAINT "proposed_addresses_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "received_reminders_delivery_id" ON "received_reminders" USING btree ("delivery_id");--> statement-breakpoint
CREATE INDEX "received_reminders_due" ON "received_reminders" USING btree ("remind_at") WHERE "received_reminders"."sent_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "received_replies_delivery_id_key" ON "received_replies" USING btree ("delivery_id");--> statement-breakpoint
CREATE INDEX "proposed_addresses_recipient_id" ON "proposed_addresses" USING btree ("recipient_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "proposed_addresses_open_key" ON "proposed_addresses" USING btree ("recipient_id") WHERE "proposed_addresses"."ended_at" is null;--> statement-breakpoint
-- A device is known for an address, and what it was shown with the first of its links counts as opened.
UPDATE "received_devices" d SET "address" = q."sent_to" FROM "delivery_queue" q WHERE q."id" = d."delivery_id";--> statement-breakpoint
UPDATE "delivery_queue" q SET "opened_at" = seen."at" FROM (
	SELECT mine."id", min(device."created_at") AS "at"
	FROM "received_devices" device
	JOIN "delivery_queue" other ON other."id" = device."delivery_id"
	JOIN "delivery_queue" mine ON mine."recipient_id" = other."recipient_id" AND mine."sent_to" = other."sent_to"
	WHERE mine."opened_at" IS NULL AND device."created_at" >= mine."delivered_at"
	GROUP BY mine."id"
) seen WHERE q."id" = seen."id";
