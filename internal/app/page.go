package app

import (
	"cohortium/internal/app/console"
	"cohortium/internal/area/page"
	pagesource "cohortium/internal/area/page/source"
	"cohortium/internal/platform/config"
)

// openPages creates the service of the pages with tables.
func (k *stack) openPages(s config.Settings) (err error) {
	k.pages, err = page.NewService(k.store.Pages(), pagesource.Tables{Service: k.tables}, k.blobs, console.Now, newID, page.Config{
		Accounts: k.store.Accounts(), Mailer: k.mailer, BaseURL: publicURL(s.Web), Log: k.log,
	})
	k.tables.ShownBy(k.pages)
	return err
}
