ALTER TABLE "memories" ADD COLUMN "held_as" text;--> statement-breakpoint
UPDATE "memories" SET "held_as" = CASE
  WHEN "held_reason" LIKE '%may be damaged.' OR "held_reason" LIKE 'What is stored is not%'
    OR "held_reason" LIKE 'This is not a%' OR "held_reason" LIKE '%than we can open.' THEN 'unreadable'
  ELSE 'in_review' END
WHERE "held_reason" IS NOT NULL;
