ALTER TABLE "drafts" ADD COLUMN "version" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "device" text;