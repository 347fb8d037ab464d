ALTER TABLE "postings" ALTER COLUMN "address" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "postings" ALTER COLUMN "posted_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "postings" ALTER COLUMN "posted_by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "postings" ADD COLUMN "parcel_id" uuid;--> statement-breakpoint
ALTER TABLE "postings" ADD COLUMN "parcel_size" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "postings" ADD COLUMN "packed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "postings_parcel_id" ON "postings" USING btree ("parcel_id");