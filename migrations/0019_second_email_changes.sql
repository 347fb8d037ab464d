ALTER TABLE "address_changes" ADD COLUMN "old_second_email" text;--> statement-breakpoint
ALTER TABLE "address_changes" ADD COLUMN "new_second_email" text;