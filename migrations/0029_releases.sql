CREATE TABLE "releases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"released_at" timestamp (3) with time zone NOT NULL,
	"quiet_days" integer NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" uuid,
	"revoke_reason" text
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "memorialised_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "quiet_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_queue" ADD COLUMN "release_revoked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "release_days" integer;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "releases_in_force" ON "releases" USING btree ("user_id") WHERE "releases"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "releases_user_id" ON "releases" USING btree ("user_id","released_at");--> statement-breakpoint
CREATE INDEX "releases_report_id" ON "releases" USING btree ("report_id");