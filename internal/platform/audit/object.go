package audit

// Objects lists every kind of object that an entry may be about, for filters: the
// values of Entry.Object.
func Objects() []string {
	return []string{
		"user", "access-request", "token", "file", "upload", "meta", "prepared-meta", "freeze", "hermes-phenotype", "phenotype-request", "hermes-settings",
		"consortium",
		"cohort", "phenotype", "archive", "study", "dataset", "dataset-batch", "index", "table", "page", "tool run", "job",
		"reference", "reference upload", "mail", "route", "audit",
	}
}
