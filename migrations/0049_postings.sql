CREATE TABLE "postings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"delivery_id" uuid NOT NULL,
	"address" text NOT NULL,
	"tracking_number" text,
	"posted_at" timestamp (3) with time zone NOT NULL,
	"posted_by" uuid NOT NULL,
	"arrived_at" timestamp (3) with time zone,
	"returned_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_delivery_id_delivery_queue_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."delivery_queue"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "postings_delivery_id" ON "postings" USING btree ("delivery_id");--> statement-breakpoint
CREATE UNIQUE INDEX "postings_under_way_key" ON "postings" USING btree ("delivery_id") WHERE "postings"."arrived_at" is null and "postings"."returned_at" is null;