package ssf

// AncestryCategory is a broad category of the GWAS Catalog.
type AncestryCategory struct {
	Code string // "EA"
	Name string // "East Asian"
}

// AncestryCategories lists the categories, the reference of both areas that state one. A mixture of
// unknown parts is not one.
func AncestryCategories() []AncestryCategory {
	return []AncestryCategory{
		{"ABA", "Aboriginal Australian"}, {"AA", "African American or Afro-Caribbean"}, {"AF", "African unspecified"},
		{"SSAF", "Sub-Saharan African"}, {"ASUN", "Asian unspecified"}, {"CA", "Central Asian"}, {"EA", "East Asian"},
		{"SA", "South Asian"}, {"SEA", "South East Asian"}, {"EU", "European"},
		{"GME", "Greater Middle Eastern (Middle Eastern, North African, or Persian)"}, {"HS", "Hispanic or Latin American"},
		{"NAM", "Native American"}, {"NR", "Not reported"}, {"OC", "Oceanian"}, {"OTH", "Other"}, {"OAD", "Other admixed ancestry"},
	}
}

// AncestryCategoryOf returns the name of the category of a code; "" for an unknown code.
func AncestryCategoryOf(code string) string {
	for _, c := range AncestryCategories() {
		if c.Code == code {
			return c.Name
		}
	}
	return ""
}
