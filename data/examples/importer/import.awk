# A document for each line of a table: id, title, text.
BEGIN { FS = "\t" }
{
  gsub(/\\/, "\\\\"); gsub(/"/, "\\\"")
  printf "{\"id\":\"%s\",\"locale\":\"en\",\"title\":\"%s\",\"text\":\"# %s\\n\\n%s\"}\n", $1, $2, $2, $3
}
