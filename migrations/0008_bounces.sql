CREATE TABLE "bounce_mailboxes" (
	"name" text PRIMARY KEY NOT NULL,
	"uid_validity" bigint,
	"last_uid" bigint DEFAULT 0 NOT NULL,
	"claim_id" uuid NOT NULL,
	"leased_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bounces" (
	"id" uuid PRIMARY KEY NOT NULL,
	"delivery_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"kind" text NOT NULL,
	"addresses" text[],
	"status" text,
	"reply" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "unread_bounces" (
	"mailbox" text NOT NULL,
	"uid" bigint NOT NULL,
	"error" text NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "unread_bounces_mailbox_uid_pk" PRIMARY KEY("mailbox","uid")
);
--> statement-breakpoint
ALTER TABLE "bounces" ADD CONSTRAINT "bounces_delivery_id_delivery_queue_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."delivery_queue"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unread_bounces" ADD CONSTRAINT "unread_bounces_mailbox_bounce_mailboxes_name_fk" FOREIGN KEY ("mailbox") REFERENCES "public"."bounce_mailboxes"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bounces_attempt_key" ON "bounces" USING btree ("delivery_id","attempt","kind");--> statement-breakpoint
CREATE INDEX "bounces_unsettled" ON "bounces" USING btree ("received_at","id") WHERE "bounces"."settled_at" is null;