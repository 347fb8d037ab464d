-- Never written: the address of a file is made from the id and revision of its memory when it is asked for.
ALTER TABLE "memories" DROP COLUMN "file_url";