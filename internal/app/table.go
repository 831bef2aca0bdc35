package app

import (
	"cohortium/internal/app/console"
	"cohortium/internal/area/pagetable"
	tablesource "cohortium/internal/area/pagetable/source"
	"cohortium/internal/platform/config"
	"cohortium/internal/platform/fetch"
	"cohortium/internal/platform/quota"
)

// openTables creates the service of the tables of pages.
func (k *stack) openTables(s config.Settings) {
	sources := tablesource.Files{Sources: k.indexSources(), Indexes: k.indexes}
	web := tablesource.Web{Client: fetch.NewClient(fetch.Config{Off: !s.Fetch, HTTP: s.FetchHTTP, Hosts: s.FetchHosts})}
	k.tables = pagetable.NewService(k.store.PageTables(), sources, web, k.blobs, console.Now, newID, pagetable.Config{
		MaxTables: s.MaxTables, Quota: quota.Setting(s.TableQuotaBytes), MaxFetch: s.FetchMaxBytes,
		Accounts: k.store.Accounts(), TempDir: s.Temp(), Log: k.log, Crash: k.tuning.crash,
	})
}
