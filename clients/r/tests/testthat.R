library(testthat)
library(cohortium)

test_check("cohortium")
