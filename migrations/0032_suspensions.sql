CREATE FUNCTION search_text(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(normalize(lower($1), NFKD), '[\u0300-\u036f]', '', 'g');--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_by" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspension_reason" text;--> statement-breakpoint
CREATE INDEX "users_by_last_name" ON "users" USING btree ((search_text("last_name" || ' ' || "first_name") collate "C"),"id");--> statement-breakpoint
CREATE INDEX "users_by_first_name" ON "users" USING btree ((search_text("first_name" || ' ' || "last_name") collate "C"),"id");--> statement-breakpoint
CREATE INDEX "users_by_address" ON "users" USING btree ((search_text("email") collate "C"),"id");--> statement-breakpoint
CREATE INDEX "users_by_address_part" ON "users" USING btree ((search_text(substring("email" from '[._+-]([^._+@-]+@.*)$')) collate "C"),"id");--> statement-breakpoint
CREATE INDEX "users_by_domain" ON "users" USING btree ((search_text(substring("email" from '@(.*)$')) collate "C"),"id");