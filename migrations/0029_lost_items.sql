ALTER TABLE "physical_items" ADD COLUMN "lost_reported_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "physical_items" ADD COLUMN "lost_reported_by" uuid;--> statement-breakpoint
ALTER TABLE "physical_items" ADD COLUMN "lost_reason" text;--> statement-breakpoint
ALTER TABLE "physical_items" ADD COLUMN "lost_at" timestamp (3) with time zone;