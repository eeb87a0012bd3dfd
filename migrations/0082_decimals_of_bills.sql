-- A bill has as many decimals as its currency: two at least, three for the dinar of Kuwait.
-- contract: it takes what was taken before and more. Processes of the version before write two decimals and read any.
ALTER TABLE cloud_bills ALTER amount TYPE numeric;
