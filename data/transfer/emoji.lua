--- The characters of emoji by the names that GitHub has for those that stand in texts of schools.
local names = [[
  smile 😄 smiley 😃 grinning 😀 grin 😁 laughing 😆 joy 😂 rofl 🤣 blush 😊 wink 😉
  sunglasses 😎 heart_eyes 😍 thinking 🤔 confused 😕 worried 😟 cry 😢 sob 😭 scream 😱
  angry 😠 exploding_head 🤯 slightly_smiling_face 🙂 slightly_frowning_face 🙁
  partying_face 🥳 nerd_face 🤓 robot 🤖 ghost 👻 thumbsup 👍 thumbsdown 👎
  clap 👏 wave 👋 pray 🙏 muscle 💪 raised_hands 🙌 ok_hand 👌 handshake 🤝 point_right 👉
  point_left 👈 point_up ☝️ point_down 👇 raised_hand ✋ writing_hand ✍️ eyes 👀
  brain 🧠 bust_in_silhouette 👤 busts_in_silhouette 👥 technologist 🧑‍💻 student 🧑‍🎓
  teacher 🧑‍🏫 heart ❤️ blue_heart 💙 green_heart 💚 yellow_heart 💛 purple_heart 💜
  broken_heart 💔 sparkling_heart 💖 star ⭐ star2 🌟 sparkles ✨ boom 💥 fire 🔥 zap ⚡
  rocket 🚀 tada 🎉 confetti_ball 🎊 gift 🎁 trophy 🏆 medal_sports 🏅
  dart 🎯 crown 👑 gem 💎 balloon 🎈 mortar_board 🎓 school 🏫 warning ⚠️
  no_entry ⛔ no_entry_sign 🚫 stop_sign 🛑 construction 🚧 rotating_light 🚨 bell 🔔
  bulb 💡 white_check_mark ✅ heavy_check_mark ✔️ ballot_box_with_check ☑️ x ❌
  heavy_multiplication_x ✖️ negative_squared_cross_mark ❎ question ❓
  grey_question ❔ exclamation ❗ grey_exclamation ❕ bangbang ‼️ heavy_plus_sign ➕
  heavy_minus_sign ➖ heavy_division_sign ➗ information_source ℹ️ recycle ♻️
  infinity ♾️ arrow_right ➡️ arrow_left ⬅️ arrow_up ⬆️ arrow_down ⬇️
  arrow_forward ▶️ arrow_backward ◀️ arrow_upper_right ↗️ arrow_right_hook ↪️
  leftwards_arrow_with_hook ↩️ arrows_counterclockwise 🔄 back 🔙 top 🔝 new 🆕 free 🆓
  ok 🆗 cool 🆒 up 🆙 sos 🆘 zero 0️⃣ one 1️⃣ two 2️⃣ three 3️⃣ four 4️⃣ five 5️⃣
  six 6️⃣ seven 7️⃣ eight 8️⃣ nine 9️⃣ keycap_ten 🔟 hash #️⃣ red_circle 🔴
  large_blue_circle 🔵 green_circle 🟢 yellow_circle 🟡 orange_circle 🟠 white_circle ⚪
  black_circle ⚫ small_blue_diamond 🔹 small_orange_diamond 🔸 large_blue_diamond 🔷
  black_small_square ▪️ white_small_square ▫️ memo 📝 pencil 📝 pencil2 ✏️ book 📖
  open_book 📖 books 📚 notebook 📓 green_book 📗 blue_book 📘 orange_book 📙
  closed_book 📕 bookmark 🔖 bookmark_tabs 📑 page_facing_up 📄 page_with_curl 📃
  scroll 📜 newspaper 📰 clipboard 📋 pushpin 📌 round_pushpin 📍 paperclip 📎 link 🔗
  straight_ruler 📏 triangular_ruler 📐 scissors ✂️ label 🏷️ calendar 📅 date 📅
  chart_with_upwards_trend 📈 chart_with_downwards_trend 📉 bar_chart 📊 file_folder 📁
  open_file_folder 📂 card_index 📇 package 📦 inbox_tray 📥 outbox_tray 📤 mailbox 📫
  email ✉️ envelope ✉️ e-mail 📧 computer 💻 desktop_computer 🖥️ keyboard ⌨️
  computer_mouse 🖱️ printer 🖨️ floppy_disk 💾 cd 💿 iphone 📱 phone ☎️
  telephone_receiver 📞 battery 🔋 electric_plug 🔌 satellite 📡 camera 📷
  movie_camera 🎥 video_camera 📹 tv 📺 headphones 🎧 microphone 🎤 musical_note 🎵
  speech_balloon 💬 thought_balloon 💭 loudspeaker 📢 mega 📣 globe_with_meridians 🌐
  earth_africa 🌍 earth_americas 🌎 earth_asia 🌏 world_map 🗺️ house 🏠 office 🏢 car 🚗
  airplane ✈️ hourglass ⌛ hourglass_flowing_sand ⏳ watch ⌚ alarm_clock ⏰
  stopwatch ⏱️ clock1 🕐 lock 🔒 unlock 🔓 key 🔑 old_key 🗝️ shield 🛡️ mag 🔍
  mag_right 🔎 wrench 🔧 hammer 🔨 hammer_and_wrench 🛠️ nut_and_bolt 🔩 gear ⚙️
  toolbox 🧰 broom 🧹 wastebasket 🗑️ magnet 🧲 microscope 🔬 telescope 🔭 test_tube 🧪
  dna 🧬 atom_symbol ⚛️ abacus 🧮 puzzle_piece 🧩 jigsaw 🧩 game_die 🎲 video_game 🎮
  art 🎨 bug 🐛 beetle 🐞 snake 🐍 penguin 🐧 crab 🦀 whale 🐳 elephant 🐘 octocat 🐙 cat 🐱
  dog 🐶 turtle 🐢 butterfly 🦋 bird 🐦 seedling 🌱 herb 🌿 deciduous_tree 🌳
  evergreen_tree 🌲 four_leaf_clover 🍀 sunflower 🌻 cherry_blossom 🌸 rose 🌹 sunny ☀️
  cloud ☁️ umbrella ☔ rainbow 🌈 snowflake ❄️ droplet 💧 ocean 🌊 moon 🌔 apple 🍎
  green_apple 🍏 banana 🍌 lemon 🍋 pizza 🍕 cookie 🍪 cake 🍰 coffee ☕ tea 🍵 beer 🍺
  soccer ⚽ basketball 🏀 triangular_flag_on_post 🚩 checkered_flag 🏁 white_flag 🏳️
  black_flag 🏴 de 🇩🇪 gb 🇬🇧 us 🇺🇸 indonesia 🇮🇩 fr 🇫🇷 es 🇪🇸 it 🇮🇹 jp 🇯🇵 cn 🇨🇳 kr 🇰🇷
  ru 🇷🇺 eu 🇪🇺
]]

local emoji = {}
for name, character in names:gmatch("(%S+)%s+(%S+)") do
  emoji[name] = character
end

return emoji
