ALTER TABLE "delivery_queue" ADD COLUMN "left_for" text;--> statement-breakpoint
ALTER TABLE "memory_recipients" ADD COLUMN "left_for" text;