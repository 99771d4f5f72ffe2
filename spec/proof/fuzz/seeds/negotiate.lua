--- Kept inputs of the fuzz target `negotiate`, by name: Accept, Content-Type, If-None-Match.
return {
  ["accept-any-refused"] = 'text/html;q=0.5, application/json;charset="utf-8";q=1.000, */*;q=0',
  ["accept-commas"] = "," .. ("\xf0,\0,<,"):rep(30),
  ["accept-empty-parameters"] = "a/b;;;q=0.1,,",
  ["accept-quality-above-one"] = "application/json;q=2",
  ["accept-quoted-semicolon"] = 'application/json;q=0.5, text/html;charset="a;b", */*;q=0',
  ["accept-ranges"] = "text/*;q=0.3;level=1,*/*;x",
  ["blank"] = "\n",
  ["match-any"] = "*",
  ["match-tags"] = 'W/"tag", "tag"',
  ["type-with-charset"] = "application/json; charset=utf-8",
}
