--- Kept inputs of the fuzz target `query`, by name: a line with a query string, then a JSON object.
return {
  ["all-accepted"] = "from_verse=2&include=true&name=a+b&query=x&query=y%20z&locale=de&se"
    .. "ction=quran\n"
    .. '{"surah":2,"name":"x","query":["a"],"include":true,"locale":"en"}',
  ["all-refused"] = "from_verse=0&include=1&name=&query=1&query=2&query=3&query=4&locale="
    .. "xx&section=none"
    .. '&x=1\n{"surah":115,"from_verse":1.5,"include":null,"query":{"a":1},"locale":1}',
  ["array-of-many"] = 'name=%C3%A9\n{"surah":1,"name":true,"section":"material","query":['
    .. '"a","b","c","d"]}',
  ["array-of-numbers"] = '&\n{"surah":1,"query":[1,2],"section":"none"}',
  ["braces-open"] = "f\n{" .. ("\n"):rep(32) .. "\t",
  ["integer-blank"] = 'from_verse=&surah=1\n{"surah":""}',
  ["integer-large"] = "name="
    .. ("a"):rep(25)
    .. "&from_verse=99999999999999999999&from_verse=1\n"
    .. '{"surah":1e300,"zz":[],"name":"\\u0000"}',
  ["integer-leading-zero"] = '991&from_verse=007\n{"surah":079}',
  ["integer-negative"] = "from_verse=-5\n{}",
  ["integer-number-with-fraction"] = 'a&ot\n{"surah":2.0,"name":-]}',
  ["json-deep"] = "quz&lo\n" .. '{"surah":' .. ("["):rep(60) .. ("]"):rep(60),
  ["json-not-utf-8"] = '\xa9&.\n{"hh":0,"\xf3',
  ["many-parameters"] = 'a&b&c&d&e&f&g&h&i&j&k&l&m&n&o&p&q&r&s&t&u&v&w\n{"sttu',
  ["name-escaped"] = 'fn\n{"s\\u0075rah":1,"\\ud83d\\ude00":1,"\\n":2}',
  ["percent-bad"] = "%zz",
  ["percent-control"] = 'a&ru%00aaaa=m%\n{"surah":"\\u32A3"}',
  ["percent-not-utf-8"] = 'name=%ff&x=\xfb\n{"zurs":9.5,"name":9.5}',
  ["plus-and-equals"] = "&name=+&=a&query=a=b\n{ ",
  ["string-long-code-points"] = "name="
    .. ("%E2%82%AC"):rep(6)
    .. '\n{"name":"'
    .. ("\u{20AC}"):rep(6)
    .. '"}',
  ["surah-of-the-path"] = '115\n{"surah":5194444444444444444444444444444444}',
}
