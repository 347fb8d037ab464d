ALTER TABLE "memories" ADD COLUMN "peaks" smallint[];--> statement-breakpoint
ALTER TABLE "memory_versions" ADD COLUMN "peaks" smallint[];