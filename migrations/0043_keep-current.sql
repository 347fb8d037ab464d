CREATE TABLE "keep_current_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "arrears_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"paid_through" timestamp (3) with time zone NOT NULL,
	"step" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD COLUMN "payer_name" text;--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD COLUMN "payer_email" text;--> statement-breakpoint
ALTER TABLE "keep_current_links" ADD CONSTRAINT "keep_current_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "arrears_notices" ADD CONSTRAINT "arrears_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "keep_current_links_token_hash_key" ON "keep_current_links" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "keep_current_links_of_owner" ON "keep_current_links" USING btree ("user_id") WHERE "keep_current_links"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "keep_current_links_user_id" ON "keep_current_links" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "arrears_notices_once" ON "arrears_notices" USING btree ("user_id","paid_through","step");