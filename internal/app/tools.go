package app

import (
	"cohortium/internal/app/console"
	"cohortium/internal/area/rowstore"
	"cohortium/internal/area/toolrun"
	"cohortium/internal/platform/config"
)

// openTools creates the service of the tools for unregistered files.
func (k *stack) openTools(s config.Settings) {
	k.tools = toolrun.NewService(k.store.ToolRuns(), k.uploads, k.blobs, console.Now, newID, toolrun.Config{
		TempDir: s.Temp(), Version: console.Version, Log: k.log, Crash: k.tuning.crash,
	})
}

// openRows creates the service of the rows of all results.
func (k *stack) openRows(s config.Settings) {
	k.rows = rowstore.NewService(k.store.RowSegments(), k.blobs, console.Now, newID, rowstore.Config{TempDir: s.Temp(), Log: k.log, Crash: k.tuning.crash})
}
