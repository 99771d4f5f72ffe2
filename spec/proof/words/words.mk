# --- words of the Quran -------------------------------------------------------------------------

.PHONY: words
words: build publication ## words of the translations that neither a dictionary (hunspell) nor data/quran/words.json has
	@command -v hunspell >/dev/null || \
	  { echo "install hunspell, hunspell-de-de, hunspell-en-us and hunspell-id"; exit 1; }
	@LUA_CPATH="./$(B)/?.so;;" LUA_PATH="./?.lua;./lua/?.lua;./lua/?/init.lua;;" \
	  lua5.4 spec/proof/words/words.lua $(B)/demo.svp
