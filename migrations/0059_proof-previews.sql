ALTER TABLE "death_certificates" ADD COLUMN "pages" integer;--> statement-breakpoint
ALTER TABLE "death_certificates" ADD COLUMN "preview" text;