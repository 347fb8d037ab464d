CREATE TABLE "memory_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"memory_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"type" text NOT NULL,
	"content" text,
	"personal_message" text,
	"file_key" text,
	"file_name" text,
	"file_size_bytes" bigint,
	"file_sha256" text,
	"content_type" text,
	"duration_seconds" double precision,
	"thumbnail_key" text,
	"display_key" text,
	"display_content_type" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"kept_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "delivery_queue" ADD COLUMN "memory_version_id" uuid;--> statement-breakpoint
ALTER TABLE "memory_versions" ADD CONSTRAINT "memory_versions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "memory_versions_memory_id" ON "memory_versions" USING btree ("memory_id");--> statement-breakpoint
CREATE INDEX "memory_versions_user_id" ON "memory_versions" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "delivery_queue" ADD CONSTRAINT "delivery_queue_memory_version_id_memory_versions_id_fk" FOREIGN KEY ("memory_version_id") REFERENCES "public"."memory_versions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_queue_memory_version_id" ON "delivery_queue" USING btree ("memory_version_id") WHERE "delivery_queue"."memory_version_id" is not null;