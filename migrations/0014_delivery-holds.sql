CREATE TABLE "delivery_holds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"message" text NOT NULL,
	"held_at" timestamp (3) with time zone NOT NULL,
	"released_at" timestamp (3) with time zone,
	"released_by" text,
	"release_note" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_holds_open" ON "delivery_holds" USING btree ("reason") WHERE "delivery_holds"."released_at" is null;