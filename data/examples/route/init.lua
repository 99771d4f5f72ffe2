--- The routes of this folder, laid over those of the installation.
return { require("routes.hello") }
