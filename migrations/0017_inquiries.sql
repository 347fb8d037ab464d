CREATE TABLE "inquiries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"token_hash" text NOT NULL,
	"asked_at" timestamp (3) with time zone,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "ask_recipients" text DEFAULT 'never' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "ask_trusted_contacts" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "inquiries_token_hash_key" ON "inquiries" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "inquiries_recipient_id" ON "inquiries" USING btree ("recipient_id","kind");--> statement-breakpoint
CREATE INDEX "inquiries_user_id" ON "inquiries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_asking" ON "users" USING btree ("id") WHERE "users"."ask_recipients" <> 'never' or "users"."ask_trusted_contacts";