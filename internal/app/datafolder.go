package app

import (
	"fmt"
	"log/slog"
	"os"

	"cohortium/internal/app/console"
	"cohortium/internal/platform/private"
)

// makeDataFolder creates the data folder with access for its owner only. An existing one keeps its
// mode.
func makeDataFolder(path string) error {
	if err := private.Folder(path); err != nil {
		return console.Unusable(fmt.Errorf("the data folder %s cannot be made; check who may write there: %w", path, err))
	}
	return nil
}

// warnOfOpenFolder logs a warning if other users of this machine can open the data folder.
func warnOfOpenFolder(log *slog.Logger, path string) {
	info, err := os.Stat(path)
	if err == nil && info.Mode().Perm()&^private.FolderMode != 0 {
		log.Warn("other accounts of this machine can get into the data folder; take that from them with chmod 700",
			"folder", path, "mode", fmt.Sprintf("%#o", info.Mode().Perm()))
	}
}
