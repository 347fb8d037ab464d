CREATE TABLE "release_wishes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"reporters" text DEFAULT 'anyone' NOT NULL,
	"objection_days" integer,
	"stricter_reporters" text,
	"stricter_objection_days" integer,
	"stricter_until" timestamp (3) with time zone,
	"note_to_contacts" text,
	"stopping_code_hash" text,
	"stopping_code_made_at" timestamp (3) with time zone,
	"stopping_code_used_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "second_email" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "second_email_verified_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pending_second_email" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pending_second_email_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "substitute_id" uuid;--> statement-breakpoint
ALTER TABLE "release_wishes" ADD CONSTRAINT "release_wishes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "release_wishes_stopping_code_hash_key" ON "release_wishes" USING btree ("stopping_code_hash");--> statement-breakpoint
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_substitute_id_recipients_id_fk" FOREIGN KEY ("substitute_id") REFERENCES "public"."recipients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recipients_substitute_id" ON "recipients" USING btree ("substitute_id") WHERE "recipients"."substitute_id" is not null;