ALTER TABLE "memories" ADD COLUMN "upload_key" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "memories_user_id_upload_key" ON "memories" USING btree ("user_id","upload_key");