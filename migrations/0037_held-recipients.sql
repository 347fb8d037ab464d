ALTER TABLE "delivery_queue" ADD COLUMN "let_go_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "held_since" timestamp (3) with time zone;