CREATE TABLE "staff_role_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"proposed_by" uuid NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid
);
--> statement-breakpoint
ALTER TABLE "staff_role_changes" ADD CONSTRAINT "staff_role_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_role_changes_proposed_key" ON "staff_role_changes" USING btree ("user_id") WHERE "staff_role_changes"."state" = 'proposed';--> statement-breakpoint
CREATE INDEX "staff_role_changes_user_id" ON "staff_role_changes" USING btree ("user_id");