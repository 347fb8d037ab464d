ALTER TABLE "delivery_queue" ADD COLUMN "was_elsewhere" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "guardian_links" ADD COLUMN "generation" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "received_codes" ADD COLUMN "address" text;