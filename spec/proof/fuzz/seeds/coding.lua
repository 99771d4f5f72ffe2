--- Kept inputs of the fuzz target `coding`, by name: values of Accept-Encoding.
return {
  ["any"] = "*",
  ["any-refused"] = "*;q=0",
  ["gzip-old-name"] = "x-gzip",
  ["identity-refused"] = "br,identity;q=0,",
  ["list"] = "gzip;q=0.5, br;q=0, *;q=0.123, identity;q=0, zstd",
  ["list-long"] = (
    " *;0, *,q=23, br;q=0, 1*q623, *01*2;*;q=0, *;q=td123, ;q==0,;q=p;q=0." .. "5, br;q=02,"
  ):rep(17),
  ["names-cut"] = "g\x89ip;q=0n5, 1\0\0\xfa\xff\xd5\xc45,rb ;q=0, *;q=1, szt",
  ["names-cut-and-identity"] = "r,identity;q=0,",
  ["stars"] = "g@, *;q==0, ip,***;q==0, i|,**;q==0\0,\1\x11q==0, ip*;q==0,;q=.=0,q*;qiden==0,"
    .. ("\xa2"):rep(90),
  ["nul"] = "gzip;q=0\0, 1\0\0,br ;q=0, *;q=1, zstd",
  ["quality-above-one"] = ";q=1.1",
  ["quality-not-a-number"] = ";q=0.\xb5\x12,3;q=0.\xe3",
  ["quality-twice"] = "g@, *;q==0, br;q=1.000;q=0",
}
