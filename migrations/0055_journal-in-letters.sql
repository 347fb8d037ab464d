ALTER TABLE "memories" ADD COLUMN "journal_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "journal_state" text;