CREATE TABLE "death_news" (
	"recipient_id" uuid NOT NULL,
	"memorialised_at" timestamp (3) with time zone NOT NULL,
	"delivery_id" uuid,
	"decided_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "death_news_recipient_id_memorialised_at_pk" PRIMARY KEY("recipient_id","memorialised_at")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "died_on" date;--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "known_by" text;--> statement-breakpoint
ALTER TABLE "death_news" ADD CONSTRAINT "death_news_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "death_news" ADD CONSTRAINT "death_news_delivery_id_delivery_queue_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."delivery_queue"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "death_news_delivery_id" ON "death_news" USING btree ("delivery_id");