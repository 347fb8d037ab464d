ALTER TABLE "trusted_access" ADD COLUMN "told_at" timestamp (3) with time zone;--> statement-breakpoint
-- Until now a link was made at the moment at which its first message was written.
UPDATE "trusted_access" SET "told_at" = "created_at";
